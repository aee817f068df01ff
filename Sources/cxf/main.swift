print("cxf")
